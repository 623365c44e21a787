import { showFirstScreen } from './app/first-screen.ts';

const element = document.getElementById('root');
if (element) showFirstScreen(element);
