import { type ComponentType, Suspense, use } from 'react';

/** A component that is fetched when it is first shown. */
export type LoadedLater<P> = ComponentType<P> & {
  /** Fetches it without showing it. */
  load(): Promise<unknown>;
  isHere(): boolean;
};

/** Makes a component whose code comes with its first use; once it is here it renders at once, without a flash. */
export function loadedLater<P extends object>(
  fetch: () => Promise<ComponentType<P>>,
  Until: ComponentType<P> = () => null,
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
  function Fetched(props: P) {
    const Component = use(load());
    return <Component {...props} />;
  }
  function Later(props: P) {
    const Here = here;
    if (Here) return <Here {...props} />;
    return (
      <Suspense fallback={<Until {...props} />}>
        <Fetched {...props} />
      </Suspense>
    );
  }
  return Object.assign(Later, { load, isHere: () => here !== null });
}
