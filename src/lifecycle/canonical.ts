// The cadence that the design names: three runs that add, one that audits, sleep, one that plans, and again.

/** A whole `lifecycle.org`, as `dk lifecycle init` writes it. */
export const canonicalCadence = `#+TITLE: lifecycle
#+START: wake_add

* wake_add
:PROPERTIES:
:KIND: wake
:REPEAT: 3
:NEXT: wake_audit
:END:
Do the task that was claimed for you: one small, whole piece of it. Commit what you finish.

* wake_audit
:PROPERTIES:
:KIND: wake
:NEXT: rem
:CLAIM: no
:END:
Check what the last runs did against the files as they are now. Fix or cut what is not true, and commit it as audit: and what you found.

* rem
:PROPERTIES:
:KIND: rem
:NEXT: wake_plan
:MIN-INTERVAL: 50m
:END:
Sleep: the cycle becomes one entry of the journal. No agent runs.

* wake_plan
:PROPERTIES:
:KIND: wake
:NEXT: wake_add
:CLAIM: no
:END:
Groom the board: new ideas become new TODO entries, nothing is deleted. Commit it as plan: and what you changed.
`;
