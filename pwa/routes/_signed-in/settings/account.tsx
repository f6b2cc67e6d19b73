import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_signed-in/settings/account')({
  beforeLoad: () => {
    throw redirect({ to: '/settings', search: { tab: 'account' } });
  },
});
