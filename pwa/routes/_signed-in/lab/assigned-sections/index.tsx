import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AssignedSectionsPage } from '#pwa/features/protocols/sections/assigned-sections-page.tsx';
import { SECTION_LISTS } from '#pwa/features/protocols/sections/section-list.ts';

const Search = z.object({ list: z.enum(SECTION_LISTS).optional().catch(undefined) });

function AssignedSections() {
  const { list } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AssignedSectionsPage
      list={list ?? 'mine'}
      onList={(next) => void navigate({ search: { list: next }, replace: true })}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/assigned-sections/')({
  validateSearch: Search,
  component: AssignedSections,
});
