import { connect } from 'harbour-store';
export const berths = connect('berths');
