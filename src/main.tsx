import { showFirstScreen } from './app/first-screen.ts';
import { repeatLostMessages } from './app/repeat-lost-messages.ts';

repeatLostMessages();
const element = document.getElementById('root');
if (element) showFirstScreen(element);
