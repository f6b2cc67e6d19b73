/** A dispute at the card processor; `heard` once the lab was told of it. */
export interface BankDispute {
  state: 'open' | 'won' | 'lost';
  amount: number;
  isReported: boolean;
}

/** What the world outside has really moved: the lab's bank and the card processor, kept apart from the rows. */
export interface Bank {
  received: number;
  writtenOff: number;
  wentBack: number;
  /** By the payment that is disputed. */
  disputes: Map<string, BankDispute>;
}

/** A bank through which nothing went yet. */
export const newBank = (): Bank => ({ received: 0, writtenOff: 0, wentBack: 0, disputes: new Map() });

/** What is there by all that the lab has heard of. */
export const heldBy = ({ received, writtenOff, wentBack, disputes }: Bank): number =>
  [...disputes.values()].reduce(
    (balance, { state, amount, isReported }) => (state === 'won' || !isReported ? balance : balance - amount),
    received + writtenOff - wentBack,
  );
