"""Every implementation, in every number format, against the printed numbers and against the definition."""


def test_implementation_agrees(pairing, lastdigit_project, lastdigit_judged):
    lastdigit_judged(lambda: lastdigit_project.judge_implementation(pairing))
