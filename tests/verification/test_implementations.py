"""Every implementation, in every number format, against the printed numbers and against the definition."""


def test_implementation_agrees(pairing, project, judged):
    judged(lambda: project.judge_implementation(pairing))
