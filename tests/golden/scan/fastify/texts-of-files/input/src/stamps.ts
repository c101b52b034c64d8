export default 'not the text of this file';
