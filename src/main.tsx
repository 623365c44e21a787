import { start } from './app/start.tsx';

const element = document.getElementById('root');
if (element) start(element);
