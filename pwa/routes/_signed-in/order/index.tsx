import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_signed-in/order/')({
  beforeLoad: () => {
    throw redirect({ to: '/order/create', replace: true });
  },
});
