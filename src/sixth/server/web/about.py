"""What Sixth is, in a few plain sentences."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from sixth.server.web.render import render

router = APIRouter(include_in_schema=False)


@router.get("/about", response_class=HTMLResponse)
async def about() -> HTMLResponse:
    """What Sixth is, what it keeps of whoever plays, and whose game it plays."""
    return HTMLResponse(render("about.html"))
