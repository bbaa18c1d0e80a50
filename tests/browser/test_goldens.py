"""A golden's section: its facts, the digits that differ, heatmap, weights, tolerance, and links to all of it."""

from __future__ import annotations

GOLDEN = '[id="003/your_answer"]'


def facts(page, article: str = GOLDEN) -> dict[str, str]:
    rows = page.locator(f"{article} .panel").first.locator(".facts div")
    return dict(rows.evaluate_all("rows => rows.map((row) => [...row.children].map((part) => part.textContent))"))


def test_every_golden_has_a_section_in_the_order_of_the_documents(open_page, small_page, project):
    page = open_page(small_page)
    names = page.locator("article.golden").evaluate_all("all => all.map((one) => one.id)")
    documents = project.reference.documents
    stored = [f"{name}/{golden}" for name, known in documents.items() for golden in known.stored.goldens]
    assert [name for name in names if name in stored] == stored
    assert page.locator(".body.waiting").count() == 0


def test_a_section_says_where_its_golden_stands_and_what_the_erratum_says(open_page, small_page, project):
    page = open_page(small_page, "#003/your_answer")
    golden = project.reference.documents["003"].stored.goldens["your_answer"]
    provenance = page.locator(f"{GOLDEN} .provenance").inner_text()
    assert golden.provenance.place in provenance
    assert project.reference.documents["003"].stored.sha256[:12] in provenance
    assert "quantum 1e-3" in provenance
    erratum = next(e for e in project.reference.errata if e.golden == "your_answer")
    assert erratum.reason in page.locator(f"{GOLDEN} aside.erratum").inner_text()
    assert "look at the product with the values" in page.locator(f"{GOLDEN} .own").inner_text()


def test_digits_that_differ_are_marked_and_the_others_are_not(open_page, small_page):
    page = open_page(small_page, "#003/your_answer-document-float64")
    cells = page.locator(f"{GOLDEN} .compared td")
    assert cells.count() == 48
    assert page.locator(f"{GOLDEN} .compared mark").count() == 48
    page = open_page(small_page, "#003/your_answer-column_heads_untransposed-float64")
    assert page.locator(f"{GOLDEN} .compared mark").count() == 0


def test_a_link_opens_an_implementation(open_page, small_page):
    page = open_page(small_page, "#003/your_answer-numpy_einsum-float32")
    selected = page.locator(f"{GOLDEN} select").evaluate("select => select.selectedOptions[0].textContent")
    assert selected.endswith("numpy_einsum float32")
    assert abs(page.locator(GOLDEN).bounding_box()["y"]) < 40


def test_a_link_opens_an_element(open_page, small_page, run):
    page = open_page(small_page, "#003/your_answer-numpy_einsum-float64@1,2")
    verdict = next(
        v for v in run.verdicts if (v.golden, v.implementation, v.dtype) == ("your_answer", "numpy_einsum", "float64")
    )
    detail = next(detail for detail in verdict.details if detail.index == (1, 2))
    told = facts(page)
    assert (told["index"], told["printed"], told["observed"]) == ("[1, 2]", detail.printed, detail.observed)
    assert page.evaluate("document.activeElement.dataset.at") == str(1 * 6 + 2)
    assert page.locator(f"{GOLDEN} .panel a").first.get_attribute("href") == "#003/your_answer-numpy_einsum-float64@1,2"


def test_a_golden_whose_name_begins_like_another_is_told_from_it(open_page, small_page, run):
    page = open_page(small_page, "#000/self_attention_output_cell_4-numpy_batched-float64")
    article = '[id="000/self_attention_output_cell_4"]'
    assert abs(page.locator(article).bounding_box()["y"]) < 40


def test_a_link_to_nothing_does_nothing(open_page, small_page):
    page = open_page(small_page, "#%E0%A4%A")
    page.goto(page.url.partition("#")[0] + "#003/nothing-none@9,9")
    assert page.locator("article.golden").count() > 10


def test_a_click_on_a_cell_shows_its_allowance_and_names_it_in_the_address(open_page, small_page):
    page = open_page(small_page, "#003/your_answer-numpy_einsum-float64")
    page.click(f'{GOLDEN} .compared td[data-at="7"]')
    assert facts(page)["index"] == "[1, 1]"
    assert page.evaluate("decodeURIComponent(location.hash)") == "#003/your_answer-numpy_einsum-float64@1,1"
    assert page.locator(f'{GOLDEN} .printed td[data-at="7"].on').count() == 1


def test_arrows_move_through_the_matrix(open_page, small_page):
    page = open_page(small_page, "#003/your_answer-numpy_einsum-float64@1,2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert facts(page)["index"] == "[2, 3]"
    assert page.locator(f'{GOLDEN} .compared td[tabindex="0"]').count() == 1


def test_another_implementation_can_be_chosen(open_page, small_page):
    page = open_page(small_page, "#003/your_answer")
    options = page.locator(f"{GOLDEN} option").all_inner_texts()
    wanted = next(at for at, text in enumerate(options) if text.endswith("numpy_batched float64"))
    page.locator(f"{GOLDEN} select").select_option(str(wanted))
    assert "numpy_batched-float64" in page.locator(f"{GOLDEN} .of-observed figcaption").inner_text()


def percent(error: float, allowed: float) -> str:
    """The share of what is allowed, to two digits, of numbers to three."""
    share = 100 * float(f"{error:.3g}") / float(f"{allowed:.3g}")
    return f"{float(f'{share:.2g}'):g} %"


def test_the_heatmap_says_the_share_of_what_is_allowed(open_page, small_page, run):
    page = open_page(small_page, "#003/your_answer-column_heads_untransposed-float64")
    said = page.locator(f"{GOLDEN} .heat td[data-at]").all_inner_texts()
    verdict = next(
        v
        for v in run.verdicts
        if (v.golden, v.implementation, v.dtype) == ("your_answer", "column_heads_untransposed", "float64")
    )
    assert len(said) == 48
    assert said == [percent(detail.error, detail.allowed) for detail in verdict.details]
    heads = page.locator(f"{GOLDEN} .heat thead th").all_inner_texts()
    assert heads == [str(at) for at in range(6)]
    page = open_page(small_page, "#003/your_answer-numpy_einsum-float64")
    assert all("✗" in text for text in page.locator(f"{GOLDEN} .heat td[data-at]").all_inner_texts())


def test_attention_weights_are_drawn_with_their_indices_and_other_goldens_are_not(open_page, small_page, project):
    page = open_page(small_page, unfolded=True)
    figure = page.locator('[id="000/attention_weights"] .of-weights')
    assert figure.locator("tbody th").all_inner_texts() == ["0", "1", "2"]
    tokens = project.reference.documents["000"].stored.goldens["attention_weights"].tokens
    assert figure.locator("td[data-at]").all_inner_texts() == [f"{float(token):.2f}" for token in tokens]
    shade = "all => all.map((one) => getComputedStyle(one).backgroundColor)"
    shades = figure.locator("td[data-at]").evaluate_all(shade)
    assert len(set(shades)) > 2
    assert page.locator('[id="000/self_attention_output"] .of-weights').count() == 0


def test_the_tolerance_is_a_bar_of_its_terms(open_page, small_page):
    page = open_page(small_page, "#003/your_answer-column_heads_untransposed-float64")
    panel = page.locator(f"{GOLDEN} .panel").first
    assert panel.locator(".terms li").all_inner_texts()[-1] == (
        "negligible: document's rounding, uncertain inputs, implementation's rounding"
    )
    widths = panel.locator(".bar .term").evaluate_all("all => all.map((one) => parseFloat(one.style.width))")
    assert round(sum(widths)) == 100
    assert "printing" in panel.locator(".terms").inner_text()
    assert "rules out" in page.locator(f"{GOLDEN} .verdicts").inner_text()
