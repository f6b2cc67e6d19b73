/** Style of a link on the support pages: icon and text, large enough for touch. */
export const LINK =
  'inline-flex min-h-11 items-center gap-2 font-medium text-accent-ink underline underline-offset-2';

/** The same style beside the heading of a page, where other pages have buttons. */
export const BUTTON_LINK =
  'inline-flex min-h-control items-center gap-2 rounded-md border border-line-strong bg-surface px-3.5 py-1 font-medium hover:bg-hover';
