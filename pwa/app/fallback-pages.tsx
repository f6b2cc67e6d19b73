import { House, RotateCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { Button } from '#pwa/ui/button.tsx';
import { SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

const CHUNK = /dynamically imported module|importing a module script failed|error loading dynamically/i;

/** The user text of an error page, and what to do. */
export function errorAdvice(error: unknown): { title: string; advice: string } {
  if (error instanceof AppError) return { title: 'This page could not be shown', advice: error.message };
  if (error instanceof Error && CHUNK.test(error.message)) {
    return {
      title: 'A part of the app could not be loaded',
      advice:
        'Check the network, then load the page again. Scans and entries made before are kept on this device.',
    };
  }
  return {
    title: 'Something went wrong on this page',
    advice:
      'Load the page again. Scans and entries made before are kept on this device. If it happens again, tell your lab manager what you did last.',
  };
}

/** The page for an error. */
export function ErrorPage({ error }: { error: unknown }) {
  const { title, advice } = errorAdvice(error);
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-16 text-center">
      <h1 tabIndex={-1} className="font-semibold text-2xl outline-none">
        {title}
      </h1>
      <p>{advice}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon={RotateCw} onClick={() => location.reload()}>
          Load again
        </Button>
        <Button icon={House} onClick={() => location.assign('/')}>
          Go to the dashboard
        </Button>
      </div>
    </div>
  );
}

/** The page for an unknown address. */
export function NotFoundPage() {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-16 text-center">
      <h1 tabIndex={-1} className="font-semibold text-2xl outline-none">
        There is no such page
      </h1>
      <p>Check the address, or choose from the menu.</p>
      <div>
        <Button icon={House} onClick={() => location.assign('/')}>
          Go to the dashboard
        </Button>
      </div>
    </div>
  );
}

/** The page for a missing permission. */
export function ForbiddenPage() {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-16 text-center">
      <h1 tabIndex={-1} className="font-semibold text-2xl outline-none">
        You don’t have access to this page
      </h1>
      <p>{`${MESSAGES.forbidden} Ask your administrator if you need it.`}</p>
      <div>
        <Button icon={House} onClick={() => location.assign('/')}>
          Go to the dashboard
        </Button>
      </div>
    </div>
  );
}

/** The page for bench pages on a host whose bench work another host does. */
export function BenchOfOtherSitePage({ host }: { host: string }) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-16 text-center">
      <h1 tabIndex={-1} className="font-semibold text-2xl outline-none">
        {`The bench is at ${host}`}
      </h1>
      <p>{`The lab of ${host} does the bench work. Sign in there to open this page.`}</p>
      <div>
        <Button icon={House} onClick={() => location.assign('/')}>
          Go to the dashboard
        </Button>
      </div>
    </div>
  );
}

/** The outermost error boundary: errors outside a route are still shown as text. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <ErrorPage error={this.state.error} />;
  }
}

/** A page that loads within this time renders without a placeholder. */
export const EMPTY_MS = 1000;

/** The placeholder of a page while its code or the session is slow to load. */
export function PendingPage({ label = 'Opening the page' }: { label?: string }) {
  return (
    <div className="p-6">
      <SlowLoadFallback>
        <Skeleton label={label} />
      </SlowLoadFallback>
    </div>
  );
}
