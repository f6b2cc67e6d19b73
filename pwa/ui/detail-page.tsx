import type { ReactNode } from 'react';
import { DetailHeader, type DetailHeaderProps } from './detail-header.tsx';
import { useNeighbors } from './list/list-neighbors.ts';
import { type Breadcrumb, Page } from './page.tsx';

interface DetailPageProps extends Omit<DetailHeaderProps, 'neighbors'> {
  breadcrumbs: readonly Breadcrumb[];
  children: ReactNode;
}

/** The page of one record: its header stays on top and leads through the list from which it was opened. */
export function DetailPage({ breadcrumbs, children, ...header }: DetailPageProps) {
  const { number, name } = header;
  const neighbors = useNeighbors();
  return (
    <Page
      title={[number, name].filter(Boolean).join(' ')}
      breadcrumbs={breadcrumbs}
      heading={<DetailHeader {...header} neighbors={neighbors} />}
    >
      {children}
    </Page>
  );
}
