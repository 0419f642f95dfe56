"""The error by which a job asks to run again later."""


class RetryLaterError(Exception):
    """Raised by a job to run again after ``wait_s`` seconds; the run does not count as an attempt."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(wait_s)
        self.wait_s = wait_s
