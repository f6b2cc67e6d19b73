/** What keeps clinical results from being released until a director has looked at them (domain 6.6). */
export const APPROVAL_FIRST = 'The clinical director approves its results first.';
