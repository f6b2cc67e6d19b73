import { moneyText } from '#db/values/money.ts';

/** Money from whole US cents, as e-mails and invoices word it. */
export const formatMoney: (cents: number) => string = moneyText;
