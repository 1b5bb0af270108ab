"""What a page shows, worked out for one viewer and ready for the templates."""
