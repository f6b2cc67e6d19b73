/** The message for a customer whose order total differs from what was paid or shown. */
export const TOTAL_CHANGED = 'The order total changed. Please review and try again.';
