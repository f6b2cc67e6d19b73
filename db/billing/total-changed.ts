/** What a customer is told whose order no longer costs what was paid or shown. */
export const TOTAL_CHANGED = 'The order total changed. Please review and try again.';
