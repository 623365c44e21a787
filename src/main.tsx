import { showFirstScreen } from './app/boot/first-screen.ts';
import { loadFont } from './app/boot/font.ts';
import { forgetStrangersForms, reloadWhenBack } from './app/boot/page-cache.ts';

reloadWhenBack(document.documentElement);
forgetStrangersForms();
const element = document.getElementById('root');
if (element) {
  loadFont(element);
  showFirstScreen(element);
}
