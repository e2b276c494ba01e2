#!/bin/sh
# Finds dk, or does nothing: a session must never notice that it is missing. Three programs load this plugin; which one it is, they say by
# what they set: Copilot CLI and Codex each a folder that the others do not.
command -v dk >/dev/null 2>&1 || exit 0
from=claude
[ -z "$PLUGIN_ROOT" ] || from=codex
[ -z "$COPILOT_PLUGIN_ROOT" ] || from=copilot
dk hook "$@" --from "$from" 2>/dev/null || exit 0
