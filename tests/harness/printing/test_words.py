"""The scalars of lines of words: which numbers a computation printed, by what name, and which are left out and why."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lastdigit.printing.found import FoundPrint, LeftOut
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.words.read_line import read_line
from lastdigit.printing.words.reasons import REASONS
from lastdigit.printing.words.scalars import scalars_in_line


def goldens(line: str, *, result: bool = False) -> list[tuple[str, str]]:
    """The labels and tokens that are found; of a shape its extents."""
    found = [item for item in scalars_in_line(line, result=result) if isinstance(item, FoundPrint)]
    return [(item.label, "×".join(item.array.texts)) for item in found]


def reasons(line: str) -> set[str]:
    """Why parts of a line are left out, by the keys of the reasons."""
    given = {item.reason for item in scalars_in_line(line) if isinstance(item, LeftOut)}
    return {key for key, reason in REASONS.items() if reason in given}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("loss: 0.1385", [("loss", "0.1385")]),
        ("Sum: 1.0000", [("Sum", "1.0000")]),
        ("Accuracy = 93.25%", [("Accuracy", "93.25")]),
        ("mean=0.5, std=1.25e-3", [("mean", "0.5"), ("std", "1.25e-3")]),
        ("x=0.5 y=-0.3", [("x", "0.5"), ("y", "-0.3")]),
        ("||x|| = 3.742", [("||x||", "3.742")]),
        ("0.1385 ---> tensor(0.1385)", [("", "0.1385")]),
        ("  0.50", [("", "0.50")]),
        ("0.5 0.25 -0.125", [("", "0.5"), ("", "0.25"), ("", "-0.125")]),
        ("lr: 1e-05", [("lr", "1e-05")]),
        ("total = 1,234.5", [("total", "1234.5")]),
        ("x: -0.0", [("x", "-0.0")]),
        ("loss: nan", [("loss", "nan")]),
        ("| Test Loss: 3.780 | Test PPL:  43.833 |", [("Test Loss", "3.780"), ("Test PPL", "43.833")]),
        ("D Loss >> -0.5891", [("D Loss", "-0.5891")]),
        ("lowest: -inf", [("lowest", "-inf")]),
        ("z = (1+2j)", [("z", "(1+2j)")]),
        ("mean: np.float32(0.1)", [("mean", "0.1")]),
        ("n_params: 124439808", [("n_params", "124439808")]),
        ("vocab size = 50257", [("vocab size", "50257")]),
        ("argmax: 7", [("argmax", "7")]),
        ("rank = 2", [("rank", "2")]),
        ("A.sum() = 10", [("A.sum()", "10")]),
        ("f(3) = 0.5", [("f(3)", "0.5")]),
        ("2 + 2 = 4", [("2 + 2", "4")]),
        ("x^2 = 4", [("x^2", "4")]),
        ("R² score: 0.8512", [("R² score", "0.8512")]),
        ("P(A|B) = 0.25", [("P(A|B)", "0.25")]),
        ("ROC AUC 0.93", [("ROC AUC", "0.93")]),
        ("t = 2.31, p = .046", [("t", "2.31"), ("p", ".046")]),
        ("pi ≈ 3.14159", [("pi", "3.14159")]),
        ("Weighted F1-score -> 0.87", [("Weighted F1-score", "0.87")]),
        ("cosine similarity of 'king' and 'queen': 0.7253", [("cosine similarity of 'king' and 'queen'", "0.7253")]),
        ("('queen', 0.7118193507194519)", [("queen", "0.7118193507194519")]),
        ("The mean is 3.5 and the deviation is 1.25.", [("The mean", "3.5"), ("the deviation", "1.25")]),
        ("np.array_equal(a, b): True", [("np.array_equal(a, b)", "True")]),
        ("Equal? False", [("Equal?", "False")]),
        ("CV: 0.953 (+/- 0.012)", [("CV", "0.953"), ("CV ±", "0.012")]),
        ("Mean accuracy: 0.95 ± 0.02", [("Mean accuracy", "0.95"), ("Mean accuracy ±", "0.02")]),
        ("0.986 (+/-0.016) for {'C': 1, 'kernel': 'rbf'}", [("", "0.986"), ("±", "0.016")]),
        ("precision: 0.91 | recall: 0.88 | f1: 0.895", [("precision", "0.91"), ("recall", "0.88"), ("f1", "0.895")]),
        ("Mislabelled points out of a total of 75 : 4", [("Mislabelled points out of a total of 75", "4")]),
        ("Monte Carlo estimate with 1000000 samples: 3.14", [("Monte Carlo estimate with 1000000 samples", "3.14")]),
        ("w: [0.5 0.3], b: 0.1", [("b", "0.1")]),
        ("Total params: 1,216 (4.75 KB)", [("Total params", "1216")]),
        ("number of parameters: 10.65M", [("number of parameters", "10.65")]),
        ("FLOPs: 3.2 GFLOPs", [("FLOPs", "3.2")]),
        ("Time step: 0.01", [("Time step", "0.01")]),
        ("Final loss: 0.0123 after 1000 steps", [("Final loss", "0.0123")]),
        (" * Acc@1 76.130 Acc@5 92.862", [("Acc@1", "76.130"), ("Acc@5", "92.862")]),
    ],
)
def test_a_number_that_a_computation_printed_is_found_with_the_words_that_name_it(
    line: str, expected: list[tuple[str, str]]
):
    assert goldens(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Epoch 3 | train loss 0.4312 | val 0.5", [("Epoch 3 train loss", "0.4312"), ("Epoch 3 val", "0.5")]),
        ("Epoch [3/10], Step [100/600], Loss: 0.4312", [("Epoch 3 Step 100 Loss", "0.4312")]),
        ("Train Epoch: 1 [0/60000 (0%)]\tLoss: 2.299825", [("Train Epoch 1 Loss", "2.299825")]),
        ("epoch:0 loss:2.3 acc:0.11", [("epoch 0 loss", "2.3"), ("epoch 0 acc", "0.11")]),
        ("iter 0: train loss 4.28, val loss 4.29", [("iter 0 train loss", "4.28"), ("iter 0 val loss", "4.29")]),
        ("Iteration: 10, Cost: 0.5", [("Iteration 10 Cost", "0.5")]),
        ("Cost after iteration 1000: 0.020187", [("Cost after iteration 1000", "0.020187")]),
        ("Fold 2 AUC: 0.91", [("Fold 2 AUC", "0.91")]),
        ("for k = 5: 0.93", [("for k=5", "0.93")]),
        ("k=5: accuracy 0.93", [("k=5 accuracy", "0.93")]),
        ("100 0.4312", [("100", "0.4312")]),
        ("[1,  2000] loss: 2.189", [("[1, 2000] loss", "2.189")]),
        ("2024-01-01 12:00:00,123 - INFO - loss: 0.5123", [("loss", "0.5123")]),
        (
            "Test set: Average loss: 0.0500, Accuracy: 9845/10000 (98%)",
            [("Test set: Average loss", "0.0500"), ("Test set: Accuracy", "9845"), ("Test set: Accuracy", "98")],
        ),
        (
            "Train: 12 [ 100/1251 (  8%)]  Loss: 6.93 (6.94)  Time: 0.345s, 2968.45/s  LR: 1.000e-05",
            [("Train: 12 Loss", "6.93"), ("Train: 12 Loss", "6.94"), ("Train: LR", "1.000e-05")],
        ),
        (
            "1875/1875 [==============================] - 5s 3ms/step - loss: 0.2956 - accuracy: 0.9139",
            [("loss", "0.2956"), ("accuracy", "0.9139")],
        ),
        (
            "1875/1875 ━━━━━━━━━━━━━━━━━━━━ 5s 2ms/step - accuracy: 0.8793 - loss: 0.4268",
            [("accuracy", "0.8793"), ("loss", "0.4268")],
        ),
        ("313/313 - 0s - 654us/step - loss: 0.0756", [("loss", "0.0756")]),
        (" 9/99 [>...] - ETA: 5s - loss: 0.5\r99/99 [=====] - 5s 3ms/step - loss: 0.25", [("loss", "0.25")]),
        ("loss: 0.50\x08\x08\x08\x08\x08\x08\x08\x08\x08\x08loss: 0.25", [("loss", "0.25")]),
    ],
)
def test_the_counter_of_a_log_line_is_part_of_the_labels_and_no_golden(line: str, expected: list[tuple[str, str]]):
    assert goldens(line) == expected


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Requirement already satisfied: numpy>=1.21 in /usr/lib/python3 (1.24.0)", "installation"),
        ("  Downloading torch-2.1.0-cp311-none-manylinux1_x86_64.whl (670.2 MB)", "installation"),
        ("Successfully installed numpy-1.24.0", "installation"),
        ("Get:1 http://archive.ubuntu.com/ubuntu focal InRelease [265 kB]", "installation"),
        ("Setting up libgomp1 (10.3.0) ...", "installation"),
        ("[notice] A new release of pip is available: 23.0 -> 23.1", "installation"),
        ("remote: Counting objects: 100% (12/12), done.", "installation"),
        ("100%|██████████| 10/10 [00:01<00:00,  9.2it/s, loss=0.123]", "progress"),
        (" 12%|███       | 3/25", "progress"),
        ("     |████████████████| 10.1 MB 5.5 MB/s eta 0:00:01", "progress"),
        (" 100/1875 [>....................] - ETA: 5s - loss: 0.5", "progress"),
        ("CPU times: user 4.2 ms, sys: 0 ns, total: 4.2 ms", "timing"),
        ("Wall time: 4.5 ms", "timing"),
        ("1.2 ms ± 3 µs per loop (mean ± std. dev. of 7 runs, 1000 loops each)", "timing"),
        ("elapsed: 3.2s", "timing"),
        ("took 0.4 seconds", "timing"),
        ("done in 0.25 s", "timing"),
        ("Training time: 12.34", "timing"),
        ("Average time per epoch: 3.2", "timing"),
        ("Speedup: 2.5x", "timing"),
        ("23000.5 tokens/sec", "timing"),
        ("torch 2.1.0+cu118", "version"),
        ("Python 3.11.7", "version"),
        ("TensorFlow version: 2.13", "version"),
        ("today: 2024-03-07", "date"),
        ("at 12:30:11", "date"),
        ("<matplotlib.lines.Line2D object at 0x7f3b2c1d5f10>", "address"),
        ("id is 0x7f3b2c1d5f10", "address"),
        ("GPU memory: 0.45", "size"),
        ("file of 670.2 MB", "size"),
        ("| N/A   45C    P8     9W /  70W |      0MiB / 15109MiB |", "box"),
        ("+-----------------------------+", ""),
        ("GPU 0: Tesla T4", "loose integer"),
        ("GPU: 3", "identifier"),
        ("Random seed: 42", "identifier"),
        ("Port: 8888", "identifier"),
        ("----> 3 x = 0.5", "traceback"),
        ('  File "model.py", line 12, in forward', "traceback"),
        ("ValueError: shapes (2,3) and (4,5) not aligned: 3 (dim 1) != 4 (dim 0)", "traceback"),
        ("/usr/lib/sklearn/linear.py:432: FutureWarning: changed to 0.22 in 1.0", "warning"),
        ("WARNING:absl:loss 0.5", "warning"),
        ("src/pears.cc:650:31: expected = 2", "warning"),
        ("| N/A   43C    P0    26W / 250W |      0MiB / 16280MiB |", "box"),
        ("| Driver 460.32    CUDA Version: 11.2     |", "box"),
        ("2024-03-07 10:22:33.123456: I tensorflow/core/cpu.cc:182] uses 0.5", "warning"),
        ("============ 5 passed in 0.32s ============", "test run"),
        ("collected 12 items", "test run"),
        ("http://localhost:8888/?token=1234", "path"),
        ("saved as runs/exp_0.95/model.pt", "path"),
        ("Found 3 files", "loose integer"),
        ("1. First", "enumeration"),
        ("Epoch 1/10", "counter"),
        ("p-value < 0.05", "comparison"),
        ("{'loss': 0.5123, 'learning_rate': 2e-05}", "container"),
        ("tensor(0.5, grad_fn=<MulBackward0>)", "container"),
        ("42", "loose integer"),
        ("True", "loose boolean"),
        ("(150, 4)", "loose tuple"),
        ("x" * 6000 + " 0.5 " + "y" * 6000, "long line"),
        ("GPT-2 and ResNet50 on CIFAR-10", ""),
        ("Some weights were not initialised", ""),
    ],
)
def test_what_no_computation_printed_is_left_out_with_its_reason(line: str, reason: str):
    assert goldens(line) == []
    assert reasons(line) == ({reason} if reason else set()) or reason in reasons(line)
    assert reasons(line) <= set(REASONS)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("42", [("", "42")]),
        ("True", [("", "True")]),
        ("0.30000000000000004", [("", "0.30000000000000004")]),
        ("np.float64(0.25)", [("", "0.25")]),
        ("(1+2j)", [("", "(1+2j)")]),
        ("nan", [("", "nan")]),
        ("-1", [("", "-1")]),
    ],
)
def test_the_value_of_a_result_is_a_golden_without_a_label(line: str, expected: list[tuple[str, str]]):
    assert goldens(line, result=True) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("shape: (2, 3)", [("shape", "2×3")]),
        ("x.shape (2, 3)", [("x.shape", "2×3")]),
        ("Shape of X: (1797, 64)", [("Shape of X", "1797×64")]),
        ("X shape: (2, 3) y shape: (3,)", [("X shape", "2×3"), ("y shape", "3")]),
        ("Shapes: (2, 3) (3, 4)", [("Shapes", "2×3"), ("Shapes", "3×4")]),
        ("image size (28, 28)", [("image size", "28×28")]),
        ("best: (2, 3)", []),
    ],
)
def test_a_tuple_that_is_called_a_shape_is_one(line: str, expected: list[tuple[str, str]]):
    assert goldens(line) == expected
    shapes = [item for item in scalars_in_line(line) if isinstance(item, FoundPrint)]
    assert all(item.array.kind == "shape" for item in shapes)


def form_of(scalar: FoundPrint) -> PrintFormat:
    array = scalar.array
    return array.print_format(PrintOptions(array.printer, array.rounded_to))


@pytest.mark.parametrize(
    ("line", "result", "low", "high"),
    [
        ("loss: 0.1385", False, Fraction("0.13845"), Fraction("0.13855")),
        ("loss: 1.25e-3", False, Fraction("0.001245"), Fraction("0.001255")),
        ("total: 1,234.5", False, Fraction("1234.45"), Fraction("1234.55")),
        ("n: 50,257", False, Fraction(50257), Fraction(50257)),
        ("0.25", True, Fraction("0.245"), Fraction("0.255")),
        ("x: 0.30000000000000004", False, None, None),
        ("x: 0.123456789012346", False, Fraction("0.1234567890123455"), Fraction("0.1234567890123465")),
        ("y: np.float32(0.25)", False, Fraction(0.25) - Fraction(2) ** -27, Fraction(0.25) + Fraction(2) ** -26),
        ("equal: True", False, Fraction(1), Fraction(1)),
    ],
)
def test_a_scalar_stands_for_what_rounds_to_its_last_digit_or_to_its_float(
    line: str, result: bool, low: Fraction | None, high: Fraction | None
):
    (scalar,) = (item for item in scalars_in_line(line, result=result) if isinstance(item, FoundPrint))
    token = scalar.array.texts[0]
    printed = form_of(scalar).read(token)
    if low is None or high is None:
        centre = Fraction(token)
        low, high = centre - Fraction(2) ** -55, centre + Fraction(2) ** -55
    assert (printed.low, printed.high) == (low, high)


@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([".4f", ".3e", ".2%", ",.2f", "", "+.3f", ".10f", ".15f", ".16f", ".15e", ".16e", ".15g"]),
)
@example(10000000000.53125, ".4f")
@example(0.1234567890123456, ".15f")
def test_every_formatted_float_is_found_verbatim_and_lies_in_its_interval(value: float, form: str):
    value = value if form == "" or abs(value) < 1e300 else 1.5
    written = format(value, form)
    line = f"the value is: {written}"
    (scalar,) = (item for item in scalars_in_line(line) if isinstance(item, FoundPrint))
    token = scalar.array.tokens[0]
    assert line[token.offset :].rstrip("%") == written.rstrip("%")
    assert token.text == written.rstrip("%").replace(",", "")
    assert scalar.label == "the value"
    printed = form_of(scalar).read(token.text)
    observed = Fraction(value) * (100 if form.endswith("%") else 1)
    assert printed.low <= observed <= printed.high


@given(st.text(st.sampled_from("ab1290.,:=-+|()[]{}<>/%\r\t eE±jxs'\""), max_size=80), st.booleans())
def test_no_line_is_refused_and_every_token_stands_where_it_is_said_to(line: str, result: bool):
    for item in scalars_in_line(line, result=result):
        part = item.array if isinstance(item, FoundPrint) else item
        assert 0 <= part.start < part.end <= len(line)
        if isinstance(item, FoundPrint):
            for token in item.array.tokens:
                assert line[token.offset :].replace(",", "").startswith(token.text)
                assert part.start <= token.offset < part.end
            assert item.array.kind == "shape" or form_of(item).value(item.array.texts[0]) is not None
        else:
            assert item.reason in REASONS.values()


LINES_OF_A_LOG = [
    "Epoch 3/10, loss: 0.1234, accuracy: 98.7%",
    "25000/25000 [==============================] - 3s - loss: 0.4594 - acc: 0.8188",
    "epoch 12, step 400: lr = 0.001, loss 2.5",
    "100 0.4312 0.9",
    "k = 12: 0.25 ± 0.01",
    "layer 2 conv4 weight 0.5, conv5 weight 0.25",
    "conv1: 0.5 s, conv2: 0.25",
    "conv2 epoch 3 loss: 0.5",
    "3x5f: 0.25",
    "y: np.float32(0.25) of np.int16(3)",
    "area: 12.5m2",
    "12 Jan 2021 10:30:05 loss: 0.5",
    "x.shape: (28, 28), 1,234.5 of 2,000",
    "\r 10% done\r 20% done: 0.75",
]


@pytest.mark.parametrize("line", LINES_OF_A_LOG)
@given(st.data(), st.booleans())
def test_lines_that_differ_in_digits_alone_are_read_as_each_would_be_by_itself(line: str, data, result: bool):
    drawn = "".join(data.draw(st.sampled_from("0123456789")) if sign.isdigit() else sign for sign in line)
    for again in (line, drawn):
        assert scalars_in_line(again, result=result) == read_line(again, result=result).found


@given(st.text(st.sampled_from("0x12 .,:=s%/eabn"), max_size=40))
def test_any_line_is_read_as_by_itself(line: str):
    assert scalars_in_line(line) == read_line(line, result=False).found
