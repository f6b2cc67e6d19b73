import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PRICE_SOURCE } from '#db/billing/price-source.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ShownQuote } from '#db/ordering/shown-draft.ts';
import type { ShownService } from '#db/ordering/shown-service.ts';
import { type ListedProject, ProjectPage } from '#db/research/shown-project.ts';
import { callApi } from '#pwa/api/client.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { countProblem } from './count-problem.ts';

type Priced = Pick<ShownService, 'protocolId' | 'minSpecimens' | 'maxSpecimens'>;

/** The projects in which this user's organizations may order. */
const useProjects = () =>
  useQuery({
    queryKey: ['/api/projects', 'to quote for'],
    queryFn: ({ signal }) =>
      callApi({
        path: '/api/projects',
        query: { status: 'ACTIVE', sort: 'name:asc', limit: 200 },
        answer: ProjectPage,
        signal,
      }),
    networkMode: 'always',
  });

const useQuote = (
  request: { protocolId: string; count: number; project: ListedProject | null },
  on: boolean,
) =>
  useQuery({
    queryKey: ['/api/lab/services/quote', request.protocolId, request.count, request.project?.id ?? ''],
    queryFn: ({ signal }) =>
      callApi({
        path: '/api/lab/services/quote',
        method: 'POST',
        data: {
          protocolId: request.protocolId,
          count: request.count,
          companyId: request.project?.companyId ?? null,
          projectId: request.project?.id ?? null,
        },
        answer: ShownQuote,
        signal,
      }),
    enabled: on,
    networkMode: 'always',
    placeholderData: keepPreviousData,
  });

function Quoted({ quote }: { quote: ShownQuote }) {
  const { count, unit, totals, price, problem } = quote;
  if (problem !== null) return problem;
  return (
    <>
      {`${count} × ${formatMoney(unit)} = `}
      <strong>{formatMoney(totals.total)}</strong>
      {price && (
        <span className="mt-1 block text-ink-soft text-sm">
          {`${PRICE_SOURCE[price.source]}, today. It is fixed when an order is submitted.`}
        </span>
      )}
      {price?.warning && <span className="mt-1 block text-sm">{price.warning}</span>}
    </>
  );
}

/** Today's price of a number of specimens for this user's organization or project, from the server. */
export function ServiceQuote({ service }: { service: Priced }) {
  const [typed, setTyped] = useState(String(service.minSpecimens));
  const [projectId, setProjectId] = useState('');
  const projects = useProjects().data?.rows ?? [];
  const count = Number(typed);
  const problem = countProblem(service, count);
  const project = projects.find(({ id }) => id === projectId) ?? null;
  const { data, error } = useQuote({ protocolId: service.protocolId, count, project }, problem === null);
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Field label="How many specimens?" filter>
        {(control) => <NumberInput {...control} value={typed} onChange={setTyped} />}
      </Field>
      {projects.length > 0 && (
        <Field label="For a project" filter>
          {(control) => (
            <Select<string>
              {...control}
              value={projectId}
              placeholder="No project"
              onChange={setProjectId}
              options={projects.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
      )}
      <p role="status" className="tabular-nums">
        {problem ?? (error ? (error instanceof AppError ? error.message : MESSAGES.unknownError) : '')}
        {problem === null && !error && data && <Quoted quote={data} />}
      </p>
    </div>
  );
}
