import type { MeasuredPage } from './app-browser.ts';

const SECONDS = 3;
/** A wheel that is turned without a pause. */
const PX_PER_SECOND = 3000;

/** Frames per second that the page's scripts get while the list is scrolled by gestures. */
export async function framesWhileScrolling(app: MeasuredPage): Promise<number> {
  await app.page.evaluate(() => scrollTo(0, 0));
  const counted = framesIn(app);
  await app.cdp.send('Input.synthesizeScrollGesture', {
    x: 640,
    y: 500,
    yDistance: -SECONDS * PX_PER_SECOND,
    speed: PX_PER_SECOND,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  return counted;
}

/** Frames per second of a page in which nothing happens. */
export function framesIn({ page }: MeasuredPage): Promise<number> {
  return page.evaluate(async (ms) => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const begun = await frame();
    let frames = 0;
    let now = begun;
    while (now - begun < ms) {
      now = await frame();
      frames += 1;
    }
    return (frames * 1000) / (now - begun);
  }, SECONDS * 1000);
}
