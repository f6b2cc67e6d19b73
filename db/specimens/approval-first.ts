/** The text when clinical results cannot be released before a director's approval (domain 6.6). */
export const APPROVAL_FIRST = 'The clinical director approves its results first.';
