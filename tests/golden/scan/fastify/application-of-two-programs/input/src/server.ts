import open from './aviary';

open();
