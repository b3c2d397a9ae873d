"""Jobs on files: their progress, and how to cancel them."""

from __future__ import annotations

from overtrick_web.site.job_routes import job_routes

routes = job_routes
