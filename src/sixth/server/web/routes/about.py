"""What Sixth is, in a few plain sentences."""

from fastapi.responses import HTMLResponse

from sixth.server.web.endpoints import new_router
from sixth.server.web.templating.environment import render

router = new_router()


@router.get("/about", response_class=HTMLResponse)
async def about() -> HTMLResponse:
    """Say what Sixth is, what it keeps of whoever plays, and whose game it plays."""
    return HTMLResponse(render("pages/about.html"))
