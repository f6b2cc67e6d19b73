import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { DatedJobs, DatedRunResult } from '#db/records/dated-jobs.ts';
import { callApi } from '#pwa/api/client.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { JobTasks } from './job-tasks.tsx';

const PATH = '/api/dev-tools/jobs';
const ALL = 'ALL';

const textOf = (error: unknown): string =>
  error instanceof AppError ? (error.issues[0]?.message ?? error.message) : MESSAGES.unknownError;

const resultText = ({ done, problem }: DatedRunResult['results'][number]): string =>
  problem ?? (done === null ? 'Done' : `${done} changed`);

/** What each job of a run did. */
const RunResult = ({ result, date }: { result: DatedRunResult; date: string }) => (
  <section aria-label="Result" aria-live="polite">
    <h3 className="mb-2 font-semibold">{`Ran as of ${date}`}</h3>
    <ul className="divide-y divide-line rounded-md border border-line">
      {result.results.map((one) => (
        <li key={one.name} className="flex flex-wrap justify-between gap-2 px-3 py-2">
          <span>{one.title}</span>
          <span className={one.problem === null ? 'text-ink-soft' : 'font-medium'}>{resultText(one)}</span>
        </li>
      ))}
    </ul>
  </section>
);

function RunJobs({ jobs, firstDay, lastDay }: DatedJobs) {
  const [date, setDate] = useState(firstDay);
  const [job, setJob] = useState(ALL);
  const run = useMutation({
    networkMode: 'always',
    mutationFn: (data: { job: string | null; date: string }) =>
      callApi({ path: `${PATH}/run`, method: 'POST', data, answer: DatedRunResult }),
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Date" required hint={`From ${firstDay} to ${lastDay}`}>
          {(control) => <TextInput {...control} type="date" value={date} onChange={setDate} />}
        </Field>
        <Field label="Job" required>
          {(control) => (
            <Select<string>
              {...control}
              value={job}
              onChange={setJob}
              options={[
                { value: ALL, label: 'All jobs' },
                ...jobs.map(({ name, title }) => ({ value: name, label: title })),
              ]}
            />
          )}
        </Field>
      </div>
      <div>
        <Button
          variant="primary"
          disabled={run.isPending || date === ''}
          onClick={() => run.mutate({ job: job === ALL ? null : job, date })}
        >
          Run jobs
        </Button>
      </div>
      {run.error && <Notice tone="danger" title={textOf(run.error)} />}
      {run.data && <RunResult result={run.data} date={run.variables.date} />}
    </div>
  );
}

/** Runs jobs as of another date in the demo lab, so that reminders, expiry and retention can be tried. */
function DatedJobsSection() {
  const known = useQuery({ queryKey: [PATH], queryFn: () => callApi({ path: PATH, answer: DatedJobs }) });
  return (
    <Section title="Run jobs at another date">
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">
          What a job does then has that date and cannot be undone. The server keeps its own clock.
        </p>
        {known.isPending && <Skeleton lines={3} label="Loading jobs" />}
        {known.error && <Notice tone="warning" title={textOf(known.error)} />}
        {known.data && <RunJobs {...known.data} />}
      </div>
    </Section>
  );
}

/** The tasks of the server with their runs, and the jobs of another date. */
export const JobsTab = () => (
  <div className="flex flex-col gap-4">
    <JobTasks />
    <DatedJobsSection />
  </div>
);
