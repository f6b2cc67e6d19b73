import { createFileRoute } from '@tanstack/react-router';
import { LookPage } from '#pwa/features/dev-tools/look-page.tsx';

export const Route = createFileRoute('/_signed-in/dev-tools')({ component: LookPage });
