import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { ListedInvoice } from '#db/billing/listed-invoice.ts';
import { queryText } from '#pwa/api/client.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { Desk } from './money-viewer.ts';
import { useStatementCompanies } from './use-statement-companies.ts';

const dayText = (day: Date): string =>
  `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;

/** From the first day of the year until today. */
export function thisYear(today: Date): { from: string; to: string } {
  return { from: `${today.getFullYear()}-01-01`, to: dayText(today) };
}

/** What is wrong with the days of a statement; null when nothing is. */
export function periodProblem(from: string, to: string): string | null {
  if (from === '' || to === '') return 'Choose both days.';
  return from > to ? 'The first day lies after the last one.' : null;
}

/** Where a statement is written. */
export const statementPath = (desk: Desk, asked: { companyId: string; from: string; to: string }): string =>
  `${desk === 'invoices' ? '/api/invoices' : '/api/billing'}/statement/pdf?${queryText({
    from: asked.from,
    to: asked.to,
    companyId: asked.companyId || null,
  })}`;

interface StatementButtonProps {
  desk: Desk;
  /** Customers choose among the companies of these invoices. */
  rows: readonly Pick<ListedInvoice, 'companyId' | 'companyName'>[];
}

/** Takes out what an organization owed, was billed and paid between two days, as a PDF. */
export function StatementButton({ desk, rows }: StatementButtonProps) {
  const [open, setOpen] = useState(false);
  const [period, setPeriod] = useState(() => thisYear(new Date()));
  const [chosen, setChosen] = useState('');
  const [asked, setAsked] = useState(false);
  const companies = useStatementCompanies(desk, rows);
  const [only] = companies;
  if (!only) return null;
  const several = companies.length > 1;
  const companyId = several ? chosen : only.value;
  const problem = periodProblem(period.from, period.to);
  const missing = several && chosen === '' ? 'Choose an organization.' : null;
  const take = (): void => {
    setAsked(true);
    if (problem ?? missing) return;
    window.location.assign(statementPath(desk, { ...period, companyId }));
    setOpen(false);
  };
  return (
    <>
      <Button icon={FileText} onClick={() => setOpen(true)}>
        Statement
      </Button>
      <Dialog
        open={open}
        title="Statement of account"
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" onClick={take}>
              Download PDF
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          {several && (
            <Field label="Organization" required error={asked ? missing : null}>
              {(control) => (
                <Combobox<string> {...control} value={chosen} onChange={setChosen} options={companies} />
              )}
            </Field>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="First day" required error={asked ? problem : null}>
              {(control) => (
                <TextInput
                  {...control}
                  type="date"
                  value={period.from}
                  onChange={(from) => setPeriod({ ...period, from })}
                />
              )}
            </Field>
            <Field label="Last day" required>
              {(control) => (
                <TextInput
                  {...control}
                  type="date"
                  value={period.to}
                  onChange={(to) => setPeriod({ ...period, to })}
                />
              )}
            </Field>
          </div>
        </div>
      </Dialog>
    </>
  );
}
