"""The scoreboard: filter, search, sort, and keys."""

from __future__ import annotations

CELLS = "#board td:not(.aside) > a"
ROWS = "#board tbody tr:not(.gap)"


def shown(page) -> str:
    return page.locator("#shown").inner_text()


def row_names(page) -> list[str]:
    return page.locator(f"{ROWS} th").evaluate_all("heads => heads.map((head) => head.textContent)")


def test_every_cell_is_shown_until_something_is_asked_for(open_page, small_page):
    page = open_page(small_page, board=True)
    cells = page.locator(CELLS).count()
    assert cells > 60
    assert shown(page) == f"{cells} of {cells} cells"
    assert "gate PASS" in page.locator("h1").inner_text()


def test_search_finds_words_in_rows_and_columns(open_page, small_page):
    page = open_page(small_page, board=True)
    page.fill("input[name=search]", "einsum float32 003 true")
    assert row_names(page) == ["numpy_einsum float32"]
    assert page.locator("#board th.golden").all_inner_texts() == ["true_values_typed", "true_values"]
    assert shown(page).startswith("2 of ")
    page.fill("input[name=search]", "no such thing")
    assert page.locator(CELLS).count() == 0
    assert shown(page).startswith("0 of ")


def test_escape_shows_everything_again(open_page, small_page):
    page = open_page(small_page, board=True)
    every = page.locator(CELLS).count()
    page.fill("input[name=search]", "einsum")
    assert page.locator(CELLS).count() < every
    page.keyboard.press("Escape")
    assert page.locator(CELLS).count() == every
    assert page.input_value("input[name=search]") == ""


def test_a_verdict_can_be_asked_for(open_page, failing_page):
    page = open_page(failing_page, board=True)
    page.select_option("select[name=state]", "fails")
    assert row_names(page) == ["numpy_batched float32"]
    assert page.locator("#board td.failed.fails").count() == page.locator(CELLS).count() > 0


def test_the_counts_at_the_top_ask_for_their_verdict(open_page, failing_page):
    page = open_page(failing_page)
    page.click("li.failed a")
    page.wait_for_selector("#board td.failed")
    assert page.input_value("select[name=state]") == "failed"
    assert row_names(page) == ["numpy_batched float32"]


def test_rows_are_sorted_worst_first(open_page, failing_page):
    page = open_page(failing_page, board=True)
    by_name = row_names(page)
    assert by_name[0] == "document as printed"
    assert by_name != sorted(by_name, reverse=True)
    page.select_option("select[name=sort]", "worst")
    assert row_names(page)[0] == "numpy_batched float32"
    assert sorted(row_names(page)) == sorted(by_name)


def test_rows_are_sorted_by_digits_and_by_time(open_page, small_page):
    page = open_page(small_page, board=True)
    page.select_option("select[name=sort]", "digits")
    rows = [row.locator("small").all_text_contents() for row in page.locator(ROWS).all()]
    counts = [[text.split("/") for text in row if text] for row in rows]
    shares = [sum(int(a) for a, _ in row) / sum(int(b) for _, b in row) for row in counts]
    assert shares == sorted(shares)
    assert shares[0] < shares[-1]
    page.select_option("select[name=sort]", "seconds")
    assert row_names(page)[-1] == "document as printed"


def test_goldens_are_sorted_worst_first(open_page, failing_page):
    page = open_page(failing_page, board=True)
    before = page.locator("#board th.golden").all_inner_texts()
    page.select_option("select[name=columns]", "worst")
    after = page.locator("#board th.golden").all_inner_texts()
    assert after[:2] == ["true_values_typed", "true_values"] != before[:2]
    assert sorted(after) == sorted(before)


def test_slash_searches_and_s_sorts(open_page, small_page):
    page = open_page(small_page)
    page.keyboard.press("/")
    page.keyboard.type("einsum s")
    assert page.input_value("input[name=search]") == "einsum s"
    assert page.input_value("select[name=sort]") == "name"
    page.keyboard.press("Escape")
    page.locator("#board td a").first.focus()
    page.keyboard.press("s")
    assert page.input_value("select[name=sort]") == "worst"
    page.keyboard.press("g")
    assert page.input_value("select[name=columns]") == "worst"


def test_keys_are_told(open_page, small_page):
    page = open_page(small_page)
    page.keyboard.press("?")
    assert page.locator("#keys li").first.is_visible()
    assert page.evaluate("document.activeElement.textContent") == "Keys"


def test_arrows_move_from_cell_to_cell_and_enter_opens_one(open_page, small_page):
    page = open_page(small_page, board=True)
    page.fill("input[name=search]", "self_attention_output")
    page.keyboard.press("Enter")
    stops = page.locator('#board td a[tabindex="0"]')
    assert stops.count() == 1
    assert page.evaluate("document.activeElement.tabIndex === 0 && document.activeElement.closest('td') !== null")
    where = "document.activeElement.closest('td').cellIndex + ',' + document.activeElement.closest('tr').rowIndex"
    column, row = map(int, page.evaluate(where).split(","))
    page.keyboard.press("ArrowRight")
    assert page.evaluate(where) == f"{column + 1},{row}"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    moved = page.evaluate(where)
    assert moved.startswith(f"{column},")
    assert int(moved.split(",")[1]) > row
    assert stops.count() == 1
    assert "print the same digits" in page.evaluate("document.activeElement.title")
    target = page.evaluate("document.activeElement.hash")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{target}")


def test_j_and_k_go_from_golden_to_golden(open_page, small_page):
    page = open_page(small_page, "#000/y")
    focused = "document.activeElement.closest('article').id"
    page.keyboard.press("j")
    first = page.evaluate(focused)
    page.keyboard.press("j")
    second = page.evaluate(focused)
    page.keyboard.press("k")
    assert first != second
    assert page.evaluate(focused) == first


def test_cells_that_are_not_asked_for_stand_aside(open_page, failing_page):
    page = open_page(failing_page, board=True)
    for state in ("agrees", "", "agrees"):
        page.locator("select[name=state]").select_option(state)
        others = page.locator("#board tbody td:not(.agrees) > a").count()
        assert others > 0
        assert page.locator("#board td.aside > a").count() == (others if state else 0)
