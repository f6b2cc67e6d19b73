import { createFileRoute } from '@tanstack/react-router';
import { LookPage } from '#pwa/features/dev-tools/look-page.tsx';

export const Route = createFileRoute('/dev-tools')({ component: LookPage });
