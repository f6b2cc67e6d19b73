import { moneyText } from '#db/values/money.ts';

/** Format money from whole US cents, as emails and invoices do. */
export const formatMoney: (cents: number) => string = moneyText;
