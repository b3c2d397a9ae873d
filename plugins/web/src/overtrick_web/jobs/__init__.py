"""Long-running jobs: progress, end, and cancellation."""
