import { useState } from 'react';
import { listDatedJobs, readJobOverview, runDatedJobs } from '#db/api/records/jobs.ts';
import type { DatedJobs, DatedRunResult } from '#db/records/job-tasks.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { jobErrorText } from './job-runs.tsx';
import { JobTasks } from './job-tasks.tsx';

const ALL = 'ALL';

const resultText = ({ done, problem }: DatedRunResult['results'][number]): string =>
  problem ?? (done === null ? 'Done' : `${done} changed`);

/** The result of each task of a run. */
const RunResult = ({ result, date }: { result: DatedRunResult; date: string }) => (
  <section aria-label="Result" aria-live="polite">
    <h3 className="mb-2 font-semibold">{`Results as of ${formatDate(date)}`}</h3>
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
  const [isConfirming, setIsConfirming] = useState(false);
  const run = useCallMutation(runDatedJobs);
  const titleOf = (name: string): string => jobs.find((one) => one.name === name)?.title ?? 'All tasks';
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Date" required hint={`${formatDate(firstDay)} to ${formatDate(lastDay)}`}>
          {(control) => <TextInput {...control} type="date" value={date} onChange={setDate} />}
        </Field>
        <Field label="Task" required>
          {(control) => (
            <Select<string>
              {...control}
              value={job}
              onChange={setJob}
              options={[
                { value: ALL, label: 'All tasks' },
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
          onClick={() => setIsConfirming(true)}
        >
          Run tasks
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={`Run as of ${formatDate(date)}`}
        confirmLabel="Run"
        danger
        onConfirm={() => {
          setIsConfirming(false);
          run.mutate({ body: { job: job === ALL ? null : job, date } });
        }}
        onClose={() => setIsConfirming(false)}
      >
        <p>
          {`${titleOf(job)} will send emails, move money and delete data that are due on that date. This cannot be undone.`}
        </p>
      </ConfirmDialog>
      {run.error && <Notice tone="danger" title={jobErrorText(run.error)} />}
      {run.data && <RunResult result={run.data} date={run.variables.body.date} />}
    </div>
  );
}

/** Runs tasks at another date in the demo lab, to test reminders, expiry and retention. */
function DatedJobsSection() {
  const { data: available } = useCall(readJobOverview, {}, { select: ({ runsAtDates }) => runsAtDates });
  const known = useCall(listDatedJobs, {}, { enabled: available === true });
  if (available !== true) return null;
  return (
    <Section title="Run at another date">
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">Demo lab only. Records get the chosen date; the server clock stays.</p>
        {known.isPending && <Skeleton lines={3} label="Loading tasks" />}
        {known.error && <Notice tone="warning" title={jobErrorText(known.error)} />}
        {known.data && <RunJobs {...known.data} />}
      </div>
    </Section>
  );
}

/** The server's tasks with their runs, and runs at another date. */
export const JobsTab = () => (
  <div className="flex flex-col gap-4">
    <JobTasks />
    <DatedJobsSection />
  </div>
);
