import { showFirstScreen } from './app/boot/first-screen.ts';
import { repeatLostMessages } from './app/boot/repeat-lost-messages.ts';

repeatLostMessages();
const element = document.getElementById('root');
if (element) showFirstScreen(element);
