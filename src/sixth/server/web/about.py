"""What Sixth is, in a few plain sentences."""

from fastapi.responses import HTMLResponse

from sixth.server.web.answering import new_router
from sixth.server.web.render import render

router = new_router()


@router.get("/about", response_class=HTMLResponse)
async def about() -> HTMLResponse:
    """What Sixth is, what it keeps of whoever plays, and whose game it plays."""
    return HTMLResponse(render("about.html"))
