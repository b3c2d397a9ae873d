"""Long work about files: its progress, and how it is given up."""

from __future__ import annotations

from overtrick_web.site.working import job_routes

routes = job_routes
