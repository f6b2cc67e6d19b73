import { type ComponentType, Suspense, use, useState } from 'react';
import { ComesLate } from './comes-late.tsx';

/** A component that is fetched when it is first shown. */
export type LoadedLater<P> = ComponentType<P> & {
  /** Fetches it without showing it. */
  load(): Promise<unknown>;
  isHere(): boolean;
};

const OverPage = () => <ComesLate over />;

/** Makes a component whose code comes with its first use; once it is here it renders at once, without a flash. */
export function loadedLater<P extends object>(
  fetch: () => Promise<ComponentType<P>>,
  Until: ComponentType<P> = OverPage,
): LoadedLater<P> {
  let here: ComponentType<P> | null = null;
  let coming: Promise<ComponentType<P>> | null = null;
  const load = () => {
    coming ??= fetch().then(
      (component) => {
        here = component;
        return component;
      },
      (problem: unknown) => {
        // The next use tries again: the network may be back.
        coming = null;
        throw problem;
      },
    );
    return coming;
  };
  function Fetched({ asked, given }: { asked: Promise<ComponentType<P>>; given: P }) {
    const Component = use(asked);
    return <Component {...given} />;
  }
  function Later(props: P) {
    // Asked once for as long as it is shown: a failure goes to the page instead of asking over and over.
    const [asked] = useState(() => (here ? null : load()));
    const Here = here;
    // What came late stays where it was put: elsewhere in the tree it would begin anew and forget what was done in it.
    if (!asked) return Here && <Here {...props} />;
    return (
      <Suspense fallback={<Until {...props} />}>
        <Fetched asked={asked} given={props} />
      </Suspense>
    );
  }
  return Object.assign(Later, { load, isHere: () => here !== null });
}
