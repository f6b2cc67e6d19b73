/** A dispute at the card processor; `heard` is true once the lab received it. */
export interface BankDispute {
  state: 'open' | 'won' | 'lost';
  amount: number;
  isReported: boolean;
}

/** The money that moved outside the lab: its bank and the card processor, kept apart from the rows. */
export interface Bank {
  received: number;
  writtenOff: number;
  wentBack: number;
  /** By the disputed payment. */
  disputes: Map<string, BankDispute>;
}

/** Return a bank without transactions. */
export const newBank = (): Bank => ({ received: 0, writtenOff: 0, wentBack: 0, disputes: new Map() });

/** Return the money by all events that the lab has received. */
export const heldBy = ({ received, writtenOff, wentBack, disputes }: Bank): number =>
  [...disputes.values()].reduce(
    (balance, { state, amount, isReported }) => (state === 'won' || !isReported ? balance : balance - amount),
    received + writtenOff - wentBack,
  );
