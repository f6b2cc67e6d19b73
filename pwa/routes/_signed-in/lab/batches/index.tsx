import { createFileRoute } from '@tanstack/react-router';
import { BatchesPage } from '#pwa/features/batches/batches-page.tsx';

export const Route = createFileRoute('/_signed-in/lab/batches/')({ component: BatchesPage });
