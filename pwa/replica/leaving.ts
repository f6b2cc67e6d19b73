import { distinctUntilChanged, map, type Observable, type Subscription } from 'rxjs';

const ask = (event: Event): void => event.preventDefault();

/**
 * Make the browser ask before the user leaves the page while an operation is being written: the operation is
 * on this device only when its success is shown. At other times the browser does not ask and may keep the
 * page for going back.
 */
export function askBeforeLeaving(writing: Observable<number>, page: EventTarget): Subscription {
  const subscription = writing
    .pipe(
      map((unsentCount) => unsentCount > 0),
      distinctUntilChanged(),
    )
    .subscribe((busy) => {
      if (busy) page.addEventListener('beforeunload', ask);
      else page.removeEventListener('beforeunload', ask);
    });
  subscription.add(() => page.removeEventListener('beforeunload', ask));
  return subscription;
}
