import { connect } from 'harbour-client';

export const harbours = connect(process.env.HARBOURS);
