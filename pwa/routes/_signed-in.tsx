import { createFileRoute } from '@tanstack/react-router';
import { SignedIn } from '#pwa/app/signed-in.tsx';

export const Route = createFileRoute('/_signed-in')({ component: SignedIn });
