"""The error with which a job requests another run."""


class RetryLaterError(Exception):
    """Raised by a job to run again after ``wait_s`` seconds, without counting as an attempt."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(wait_s)
        self.wait_s = wait_s
