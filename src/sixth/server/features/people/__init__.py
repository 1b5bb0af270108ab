"""People: a browser that has played is somebody already, and may keep a name, add devices and erase all."""
