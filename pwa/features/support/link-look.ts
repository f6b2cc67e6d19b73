/** How a link of the support pages looks: an icon and words, tall enough for a thumb. */
export const LINK =
  'inline-flex min-h-11 items-center gap-2 font-medium text-accent-ink underline underline-offset-2';
