import { FileText } from 'lucide-react';
import { listCompanies } from '#db/api/organizations/companies.ts';
import { callUrl } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { useLabToday } from '#pwa/replica/hooks/use-lab-today.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { useTakeFile } from '#pwa/ui/list/views/use-take-file.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatementLines } from './statement-lines.tsx';
import { PORTALS, type Portal, type RecordLink, useMoneyViewer } from './use-invoice.ts';

/** The period from the first day of the year until today, in lab days. */
export const thisYear = (today: string): { from: string; to: string } => ({
  from: `${today.slice(0, 4)}-01-01`,
  to: today,
});

/** Validate the days of a statement; null when they are valid. */
export function periodProblem(from: string, to: string): string | null {
  if (from === '' || to === '') return 'Choose both days.';
  return from > to ? 'The first day is after the last day.' : null;
}

/** Organization and days of a statement. */
interface StatementQuery {
  companyId: string;
  from: string;
  to: string;
}

/** API path of a statement's export. */
export const statementFile = (
  portal: Portal,
  { from, to, companyId }: StatementQuery,
  format: 'pdf' | 'csv' | 'xlsx',
): string => {
  const { readStatementPdf, exportStatement } = PORTALS[portal].calls;
  return format === 'pdf'
    ? callUrl(readStatementPdf, { query: { from, to, companyId } })
    : callUrl(exportStatement, { query: { from, to, companyId, format } });
};

const query = { limit: 500, sort: 'name:asc' };

/** Organizations for a statement: every one that this user sees. Undefined while they load. */
function useStatementCompanies() {
  const { data, error, refetch } = useCall(listCompanies, { query });
  const companies = data?.rows.map(
    ({ id: value, name: label, place }): Option<string> => ({
      value,
      label,
      ...(place ? { note: place } : {}),
    }),
  );
  return { companies, error, refetch };
}

interface StatementPageProps {
  portal: Portal;
  onOpen(link: RecordLink): void;
}

/** The statement request in the address; a user with one organization need not select it. */
function useStatementQuery(companies: readonly Option<string>[] | undefined) {
  const { parameters, update } = useQueryParameters();
  const usual = thisYear(useLabToday());
  const [only] = companies?.length === 1 ? companies : [];
  const query: StatementQuery = {
    companyId: parameters.get('of') ?? only?.value ?? '',
    from: parameters.get('first') ?? usual.from,
    to: parameters.get('last') ?? usual.to,
  };
  const change = ({
    companyId = query.companyId,
    from = query.from,
    to = query.to,
  }: Partial<StatementQuery>) => update({ of: companyId, first: from, last: to });
  return { query, change };
}

interface StatementFiltersProps {
  query: StatementQuery;
  companies: readonly Option<string>[];
  onChange(query: Partial<StatementQuery>): void;
}

function StatementFilters({ query, companies, onChange }: StatementFiltersProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      {companies.length > 1 && (
        <div className="w-full sm:w-80">
          <Field label="Organization" filter>
            {(control) => (
              <Combobox<string>
                {...control}
                value={query.companyId}
                onChange={(companyId) => onChange({ companyId })}
                options={companies}
              />
            )}
          </Field>
        </div>
      )}
      <div className="flex gap-3 *:flex-1 max-sm:w-full">
        <Field label="First day" filter>
          {(control) => (
            <TextInput {...control} type="date" value={query.from} onChange={(from) => onChange({ from })} />
          )}
        </Field>
        <Field label="Last day" filter>
          {(control) => (
            <TextInput {...control} type="date" value={query.to} onChange={(to) => onChange({ to })} />
          )}
        </Field>
      </div>
    </div>
  );
}

function StatementContent({ portal, query, onOpen }: StatementPageProps & { query: StatementQuery }) {
  const viewer = useMoneyViewer();
  const { companyId, from, to } = query;
  const { data, error, refetch } = useCall(
    PORTALS[portal].calls.readStatement,
    { query: { companyId, from, to } },
    { keepsPrevious: true, staleTime: 0 },
  );
  if (data)
    return (
      <StatementLines statement={data} invoiceLink={(id) => viewer.invoiceLink(portal, id)} onOpen={onOpen} />
    );
  if (!error) return <Skeleton lines={8} label="Loading the statement" />;
  return (
    <Notice
      tone="danger"
      title={errorText(error)}
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    />
  );
}

/** The statement of account of an organization: shown here, and exported as PDF, spreadsheet or text. */
export function StatementPage({ portal, onOpen }: StatementPageProps) {
  const { companies, error, refetch } = useStatementCompanies();
  const { query, change } = useStatementQuery(companies);
  const problem = periodProblem(query.from, query.to);
  const ready = query.companyId !== '' && problem === null;
  const { take } = useTakeFile();
  const as = (format: 'pdf' | 'csv' | 'xlsx') => () => take(statementFile(portal, query, format));
  const { label, list } = PORTALS[portal];
  return (
    <Page
      title="Statement of account"
      breadcrumbs={[{ label, to: list }]}
      actions={
        ready && (
          <ActionsMenu
            label="Download"
            actions={[
              { label: 'Statement (PDF)', onSelect: as('pdf') },
              { label: 'Spreadsheet (XLSX)', onSelect: as('xlsx') },
              { label: 'Text (CSV)', onSelect: as('csv') },
            ]}
          />
        )
      }
    >
      {companies && <StatementFilters query={query} companies={companies} onChange={change} />}
      {!companies && error && (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {problem && <Notice tone="warning" title={problem} />}
      {companies && !problem && query.companyId === '' && (
        <EmptyState icon={FileText} title="Choose an organization">
          What it owed, was billed and paid between the two days is then shown here.
        </EmptyState>
      )}
      {ready && <StatementContent portal={portal} query={query} onOpen={onOpen} />}
    </Page>
  );
}
