/** The kinds of records whose card the server has; those of the bench are only on devices. */
export const SERVER_CARD_KINDS = ['order', 'specimen', 'organization', 'person'] as const;
export type ServerCardKind = (typeof SERVER_CARD_KINDS)[number];

/** Report whether the server has the card of a kind. */
export const hasServerCard = (kind: string): kind is ServerCardKind =>
  SERVER_CARD_KINDS.some((one) => one === kind);
