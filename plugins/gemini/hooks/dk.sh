#!/bin/sh
# Finds dk, or does nothing: a session must never notice that it is missing.
command -v dk >/dev/null 2>&1 || exit 0
dk hook "$@" 2>/dev/null || exit 0
