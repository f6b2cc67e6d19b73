import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { type ApiCall, callApi } from '#pwa/api/client.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { errorText } from '../error-text.ts';

/** One column on a phone; on a desktop two columns, filled one after the other. */
export const PORTAL_COLUMNS = 'gap-4 *:mb-4 *:break-inside-avoid lg:columns-2';

interface PortalPageProps<Answer extends z.ZodType> {
  name: string;
  path: ApiCall<Answer>['path'];
  answer: Answer;
  children(data: z.infer<Answer>): ReactNode;
}

/** A dashboard filled by one server query, with its loading and error states. */
export function PortalPage<Answer extends z.ZodType>({
  name,
  path,
  answer,
  children,
}: PortalPageProps<Answer>) {
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => callApi({ path, answer, signal }),
    networkMode: 'always',
  });
  return (
    <Page title={`Hello, ${name}`}>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <Skeleton lines={8} label="Reading what waits for you" />
      )}
    </Page>
  );
}
